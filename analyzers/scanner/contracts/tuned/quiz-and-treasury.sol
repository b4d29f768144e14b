// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

interface IExchange {
    function swapExactTokensForETH(uint256 given, uint256 least, address[] calldata path, address to, uint256 deadline)
        external
        returns (uint256[] memory);
}

interface IPayment {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

contract QuizAndTreasury {
    address private immutable owner = msg.sender;
    IExchange private immutable exchange;
    IPayment private immutable coin;
    bytes32 private answerHash;
    bool private solved;
    uint256 private ticketPrice = 1 ether;

    constructor(IExchange exchange_, IPayment coin_, bytes32 hash) payable {
        exchange = exchange_;
        coin = coin_;
        answerHash = hash;
    }

    receive() external payable {}

    function solve(string calldata answer) external {
        require(!solved, "solved");
        require(keccak256(bytes(answer)) == answerHash, "wrong");
        solved = true;
        payable(msg.sender).transfer(1 ether); // expect: front-running
    }

    function sell(uint256 given, address[] calldata path) external {
        require(msg.sender == owner, "owner");
        exchange.swapExactTokensForETH(given, 0, path, address(this), block.timestamp); // expect: front-running
    }

    function sellAbove(uint256 given, uint256 least, address[] calldata path) external {
        require(msg.sender == owner, "owner");
        exchange.swapExactTokensForETH(given, least, path, address(this), block.timestamp);
    }

    function setPrice(uint256 price) external {
        require(msg.sender == owner, "owner");
        ticketPrice = price;
    }

    function buy(uint256 count) external {
        require(coin.transferFrom(msg.sender, owner, count * ticketPrice), "pay"); // expect: front-running
    }

    function buyBelow(uint256 count, uint256 most) external {
        require(ticketPrice <= most, "price");
        require(coin.transferFrom(msg.sender, owner, count * ticketPrice), "pay");
    }
}
