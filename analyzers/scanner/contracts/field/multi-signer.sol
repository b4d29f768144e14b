// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract MultiSigner {
    struct Proposal {
        address to;
        uint256 value;
        bytes data;
        bool executed;
        uint256 votes;
    }

    address[] public owners;
    mapping(address => bool) public isOwner;
    uint256 public immutable needed;
    Proposal[] public proposals;
    mapping(uint256 => mapping(address => bool)) public approved;

    modifier onlyOwner() {
        require(isOwner[msg.sender], "not an owner");
        _;
    }

    constructor(address[] memory owners_, uint256 needed_) {
        require(needed_ > 0 && needed_ <= owners_.length, "needed");
        for (uint256 i = 0; i < owners_.length; i++) {
            require(owners_[i] != address(0) && !isOwner[owners_[i]], "owner");
            isOwner[owners_[i]] = true;
            owners.push(owners_[i]);
        }
        needed = needed_;
    }

    receive() external payable {}

    function propose(address to, uint256 value, bytes calldata data) external onlyOwner {
        proposals.push(Proposal(to, value, data, false, 0));
    }

    function approve(uint256 id) external onlyOwner {
        require(!approved[id][msg.sender], "twice");
        approved[id][msg.sender] = true;
        proposals[id].votes += 1;
    }

    function execute(uint256 id) external onlyOwner {
        Proposal storage p = proposals[id];
        require(!p.executed && p.votes >= needed, "not yet");
        p.executed = true;
        (bool ok, ) = p.to.call{value: p.value}(p.data);
        require(ok, "failed");
    }
}
