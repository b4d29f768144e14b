// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.24;

interface IERC20 {
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

interface IPriceFeed {
    function latestAnswer() external view returns (int256);
}

contract OptionsDesk {
    struct Option {
        address writer;
        address holder;
        uint128 strike;
        uint128 amount;
        uint64 expiry;
        bool settled;
    }

    IERC20 public immutable coin;
    IPriceFeed public feed;
    address public manager;
    Option[] public options;
    mapping(address => uint256) public premiums;

    event FeedChanged(address feed);
    event Written(uint256 id);

    modifier onlyManager() {
        _onlyManager();
        _;
    }

    constructor(IERC20 coin_, IPriceFeed feed_) {
        coin = coin_;
        feed = feed_;
        manager = msg.sender;
    }

    function write(uint128 strike, uint128 amount, uint64 expiry) external payable returns (uint256 id) {
        require(msg.value == amount, "collateral");
        require(expiry > block.timestamp + 1 hours, "expiry");
        id = options.length;
        options.push(Option(msg.sender, address(0), strike, amount, expiry, false));
        emit Written(id);
    }

    function buy(uint256 id, uint256 premium) external {
        Option storage o = options[id];
        require(o.holder == address(0), "taken");
        o.holder = msg.sender;
        premiums[o.writer] += premium;
        coin.transferFrom(msg.sender, address(this), premium); // expect: unchecked-transfer
    }

    function exercise(uint256 id) external {
        Option storage o = options[id];
        require(o.holder == msg.sender && !o.settled, "no");
        require(block.timestamp <= o.expiry, "late");
        uint256 price = uint256(feed.latestAnswer());
        uint256 gain = price > o.strike ? ((price - o.strike) * o.amount) / price : 0;
        (bool ok, ) = payable(o.holder).call{value: gain}(""); // expect: reentrancy
        require(ok, "payment");
        o.settled = true;
    }

    function reclaim(uint256 id) external {
        Option storage o = options[id];
        if (o.settled || block.timestamp <= o.expiry) revert("not yet");
        o.settled = true;
        payable(o.writer).transfer(o.amount);
    }

    function collect() external {
        uint256 due = premiums[msg.sender];
        require(coin.transfer(msg.sender, due), "failed"); // expect: reentrancy-no-eth
        premiums[msg.sender] = 0;
    }

    function setFeed(IPriceFeed next) external onlyManager {
        feed = next;
        emit FeedChanged(address(next));
    }

    function setManager(address next) external onlyManager {
        manager = next; // expect: missing-zero-check, missing-event
    }

    function closeAll() external onlyManager {
        for (uint256 i; i != options.length; ++i) { // expect: unbounded-loop
            options[i].settled = true;
        }
    }

    function _onlyManager() private view {
        if (manager != msg.sender) revert("not the manager");
    }
}
