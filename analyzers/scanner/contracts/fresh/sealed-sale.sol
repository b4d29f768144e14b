// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract SealedSale {
    address payable public immutable house;
    mapping(address => bytes32) public sealed_;
    mapping(address => uint256) public paid;
    address public best;
    uint256 public bestBid;
    uint256 public immutable closes;

    constructor() {
        house = payable(msg.sender);
        closes = block.timestamp + 3 days;
    }

    function bid(bytes32 seal) external payable {
        require(block.timestamp < closes, "closed");
        require(sealed_[msg.sender] == 0, "twice");
        sealed_[msg.sender] = seal;
        paid[msg.sender] = msg.value;
    }

    function open(uint256 amount, bytes32 salt) external {
        require(block.timestamp >= closes && block.timestamp < closes + 1 days, "not now");
        require(keccak256(abi.encode(msg.sender, amount, salt)) == sealed_[msg.sender], "other");
        require(paid[msg.sender] >= amount, "unpaid");
        delete sealed_[msg.sender];
        if (amount > bestBid) {
            best = msg.sender;
            bestBid = amount;
        }
    }

    function refund() external {
        require(msg.sender != best, "winner");
        uint256 due = paid[msg.sender];
        delete paid[msg.sender];
        (bool ok, ) = msg.sender.call{value: due}("");
        require(ok, "failed");
    }

    function finish() external {
        require(block.timestamp >= closes + 1 days, "not yet");
        uint256 due = bestBid;
        bestBid = 0;
        paid[best] = 0;
        house.transfer(due);
    }
}
